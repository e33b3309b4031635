/** What storages, partitions and clients may be called. */

/** 1 to 64 characters; no dots, for a BCID joins storage, partition and class id by dots. */
export const NAME = /^[A-Za-z0-9_-]{1,64}$/;
