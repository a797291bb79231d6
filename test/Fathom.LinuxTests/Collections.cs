using Xunit.Sdk;
using Xunit.v3;

// Links are timed: one test at a time.
[assembly: Parallelization(Mode = ParallelMode.None)]
