using Xunit.Sdk;
using Xunit.v3;

// Links are timed, so tests run one at a time.
[assembly: Parallelization(Mode = ParallelMode.None)]
