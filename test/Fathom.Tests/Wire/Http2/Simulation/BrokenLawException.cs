namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>A law of the simulated world was broken.</summary>
internal sealed class BrokenLawException(string message, Exception? inner = null) : Exception(message, inner);
