using Fathom.TestKit;

// It computes: what measures waits until it has ended.
[assembly: AssemblyFixture(typeof(SharedMachine))]
