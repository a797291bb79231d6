namespace Fathom.Transport.Calls;

/// <summary>How one message is sent.</summary>
[Flags]
public enum WriteFlags
{
    /// <summary>As the call sends its messages.</summary>
    None = 0,

    /// <summary>As it is, whatever compression the call has (gRPC doc/compression.md, "Specific Disabling of Compression").</summary>
    NoCompress = 2,
}
