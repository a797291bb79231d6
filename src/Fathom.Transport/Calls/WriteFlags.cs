namespace Fathom.Transport.Calls;

/// <summary>Flags for sending one message.</summary>
[Flags]
public enum WriteFlags
{
    /// <summary>The message is sent with the options of the call.</summary>
    None = 0,

    /// <summary>The message is not compressed, even when the call uses compression (gRPC doc/compression.md, "Specific Disabling of
    /// Compression").</summary>
    NoCompress = 2,
}
