/* The end of an instance that began with batch_rows.h. */
#undef VECTOR_BYTES
#undef PARTS
#undef FOR_PARTS
#undef INLINE
#undef CANCEL_STEP
#undef GATHER_STEP
