"""Tables of Apache Spark in and out: edges as a DataFrame, scores as one, computed by Spark's executors.

Every executor has gobc installed, and holds the whole graph: docs/howto/scaling.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from ._functions import plan
from ._names import check_names
from ._registry import EDGE_MEASURES
from .errors import ArgumentError, ArgumentTypeError, DataError, kind_of, translated
from .jobs import Job

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["betweenness", "closeness", "compute", "edge_betweenness", "harmonic"]


def compute(spark: SparkSession, edges: DataFrame, measures: str | Iterable[str], *, shards: int | Literal["auto"] = "auto",
            **options: Any) -> DataFrame:
    """Measures of the graph of a DataFrame, computed by the executors of Spark, to the bits of one call.

    Parameters
    ----------
    spark
        The session, which has a SparkContext: not one of Spark Connect.
    edges
        The first two columns are the ends of an edge; further ones can be named as ``weight``. The driver reads them.
    measures
        Of nodes or of edges: see ``centralities``.
    shards, options
        As ``gobc.plan`` has them: ``directed``, ``weight``, ``normalized`` and so on.

    Returns
    -------
    DataFrame
        ``node`` and a column a measure; of measures of edges the two ends and a column a measure.

    Examples
    --------
    >>> import gobc, gobc.spark
    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[2]").getOrCreate()
    >>> edges = spark.createDataFrame([("a", "b"), ("b", "c")], "src string, dst string")
    >>> gobc.spark.compute(spark, edges, ["betweenness", "closeness"]).collect()[1]
    Row(node='b', betweenness=1.0, closeness=1.0)
    """
    if not any(f"{kind.__module__}.{kind.__name__}" == "pyspark.sql.session.SparkSession" for kind in type(spark).__mro__):
        raise ArgumentTypeError(f"spark must be a SparkSession with a SparkContext, not {kind_of(spark)}")
    with translated("asking for the DataFrame of edges", ArgumentTypeError):
        readable = callable(getattr(edges, "toArrow", None))
    if not readable:
        raise ArgumentTypeError(f"edges must be a DataFrame of Spark 4 or newer, not {kind_of(edges)}")
    with translated("reading the DataFrame of edges", DataError):
        table = edges.toArrow()
    job = plan(table, measures, shards="auto" if shards is None else shards, **options)
    assert isinstance(job, Job)
    if 0 < len(set(job.measures) & set(EDGE_MEASURES)) < len(set(job.measures)):
        raise ArgumentError("measures of nodes and of edges are two tables: compute them in two calls")
    result = job.compute(spark)
    return spark.createDataFrame(result.to_pyarrow())


def betweenness(spark: SparkSession, edges: DataFrame, **options: Any) -> DataFrame:
    """Betweenness: see ``compute``.

    Examples
    --------
    >>> import gobc, gobc.spark
    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[2]").getOrCreate()
    >>> edges = spark.createDataFrame([("a", "b"), ("b", "c")], "src string, dst string")
    >>> gobc.spark.betweenness(spark, edges, normalized=False).collect()[1]
    Row(node='b', betweenness=1.0)
    """
    return compute(spark, edges, "betweenness", **options)


def closeness(spark: SparkSession, edges: DataFrame, **options: Any) -> DataFrame:
    """Closeness: see ``compute``.

    Examples
    --------
    >>> import gobc, gobc.spark
    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[2]").getOrCreate()
    >>> edges = spark.createDataFrame([("a", "b"), ("b", "c")], "src string, dst string")
    >>> gobc.spark.closeness(spark, edges).collect()[1]
    Row(node='b', closeness=1.0)
    """
    return compute(spark, edges, "closeness", **options)


def harmonic(spark: SparkSession, edges: DataFrame, **options: Any) -> DataFrame:
    """Harmonic centrality: see ``compute``.

    Examples
    --------
    >>> import gobc, gobc.spark
    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[2]").getOrCreate()
    >>> edges = spark.createDataFrame([("a", "b"), ("b", "c")], "src string, dst string")
    >>> gobc.spark.harmonic(spark, edges).collect()[0]
    Row(node='a', harmonic=1.5)
    """
    return compute(spark, edges, "harmonic", **options)


def edge_betweenness(spark: SparkSession, edges: DataFrame, **options: Any) -> DataFrame:
    """Betweenness of edges: see ``compute``.

    Examples
    --------
    >>> import gobc, gobc.spark
    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[2]").getOrCreate()
    >>> edges = spark.createDataFrame([("a", "b"), ("b", "c")], "src string, dst string")
    >>> gobc.spark.edge_betweenness(spark, edges, normalized=False).collect()
    [Row(source='a', target='b', edge_betweenness=2.0), Row(source='b', target='c', edge_betweenness=2.0)]
    """
    return compute(spark, edges, "edge_betweenness", **options)


check_names(globals(), __all__, "spark.")
