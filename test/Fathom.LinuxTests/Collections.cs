using Fathom.TestKit;
using Xunit.Sdk;
using Xunit.v3;

// Tests mostly wait for processes, and none has an upper bound of time: four classes at a time keep two cores busy.
[assembly: Parallelization(Mode = ParallelMode.Collections, MaxThreads = 4)]
[assembly: AssemblyFixture(typeof(SharedMachine))]
