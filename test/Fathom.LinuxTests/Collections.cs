// Links are timed: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
