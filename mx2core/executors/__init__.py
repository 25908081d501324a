"""Long work by an executor: worker processes, threads, or the machines of a Dask cluster."""
