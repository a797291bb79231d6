namespace Fathom.Doctor.Probes.Runtime;

/// <summary>What a sampled thread was doing.</summary>
[Flags]
internal enum StackKind
{
    /// <summary>Nothing that a probe looks for.</summary>
    None = 0,

    /// <summary>A pool thread that runs a work item waits.</summary>
    BlockedPoolThread = 1,

    /// <summary>Loads certificates or keys, or builds a chain, outside of a handshake.</summary>
    Certificate = 2,

    /// <summary>Compresses or decompresses.</summary>
    Compression = 4,

    /// <summary>Is in a logger, or waits for one.</summary>
    Logging = 8,

    /// <summary>Serializes or parses.</summary>
    Serializer = 16,

    /// <summary>Sets up a connection.</summary>
    Connect = 32,

    /// <summary>Serializes or parses with code that finds out at run time what a message is.</summary>
    Reflection = 64,
}
