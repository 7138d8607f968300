"""The Arrow C data and stream interface in ctypes: columns in, columns out, no other package needed.

A `Column` can be exported any number of times; an imported array becomes a Column whose `keep` releases it.
"""

from .capsules import live_exports, new_capsule
from .columns import (
    Column,
    aligned,
    column_from_array,
    column_from_bools,
    column_from_buffer,
    column_from_strings,
    struct_columns,
    struct_of,
)
from .exports import fill_array, fill_schema
from .ids import column_chunks, ints_column
from .imports import Owned, import_array, import_column, import_stream, metadata_text, schema_metadata
from .states import column_of_state, column_state
from .streams import Stream, fill_stream
from .structs import ArrowArray, ArrowArrayStream, ArrowSchema
from .values import has_nulls, is_numeric, numeric_view, to_list

__all__ = [
    "ArrowArray", "ArrowArrayStream", "ArrowSchema", "Column", "Owned", "Stream", "aligned", "column_chunks",
    "column_from_array", "column_from_bools", "column_from_buffer", "column_from_strings", "column_of_state", "column_state",
    "fill_array", "fill_schema", "fill_stream", "has_nulls", "import_array", "import_column", "import_stream", "ints_column",
    "is_numeric", "live_exports", "metadata_text", "new_capsule", "numeric_view", "schema_metadata", "struct_columns",
    "struct_of", "to_list",
]
