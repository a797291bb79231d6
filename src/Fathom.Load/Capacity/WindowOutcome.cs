namespace Fathom.Load.Capacity;

/// <summary>What one window at a rate showed.</summary>
public enum WindowOutcome
{
    /// <summary>Every threshold held, and the rate was sent.</summary>
    Holds = 0,

    /// <summary>A threshold did not hold, or the server did not take the rate.</summary>
    Fails,

    /// <summary>The generator was the bottleneck: the window says nothing about the server.</summary>
    GeneratorLimited,
}
