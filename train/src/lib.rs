//! Training: the model in burn, the data it reads, the loop.
