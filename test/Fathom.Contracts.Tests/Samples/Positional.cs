namespace Fathom.Contracts.Tests.Samples;

/// <summary>A positional record: its constructor is called with what was read.</summary>
[Contract]
public sealed partial record Positional([Member(1)] int Id, [Member(2)] string Name, [Member(3)] Positional? Next);
