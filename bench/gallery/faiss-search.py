"""Searches vectors with FAISS IndexFlatIP on one thread: probe numbers in, milliseconds out."""
import sys
import time

import faiss
import numpy

vectors, probes, dimension = sys.argv[1], sys.argv[2], int(sys.argv[3])
faiss.omp_set_num_threads(1)
index = faiss.IndexFlatIP(dimension)
index.add(numpy.fromfile(vectors, dtype='<f4').reshape(-1, dimension))
wanted = numpy.fromfile(probes, dtype='<f4').reshape(-1, dimension)
print('ready', flush=True)
for line in sys.stdin:
    probe = wanted[int(line) : int(line) + 1]
    started = time.perf_counter()
    index.search(probe, 10)
    print((time.perf_counter() - started) * 1000, flush=True)
