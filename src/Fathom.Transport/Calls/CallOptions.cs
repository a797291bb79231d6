using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>What one call asks for beyond its method and messages; the default asks for nothing.</summary>
public readonly record struct CallOptions
{
    /// <summary>Metadata sent with the request; not changed by the call, and not to be changed while it starts.</summary>
    public Metadata? Headers { get; init; }

    /// <summary>When the call ends with DeadlineExceeded, at the latest; null: never.</summary>
    public Deadline? Deadline { get; init; }

    /// <summary>Ends the call with Cancelled.</summary>
    public CancellationToken CancellationToken { get; init; }

    /// <summary>Whether a call waits for a connection instead of failing with Unavailable when there is none (gRPC
    /// doc/wait-for-ready.md).</summary>
    public bool WaitForReady { get; init; }

    /// <summary>How the requests are compressed; null: as <c>grpc-internal-encoding-request</c> among <see cref="Headers"/> says, else as
    /// the channel does.</summary>
    public MessageCompression? Compression { get; init; }

    /// <summary>How every request of the call is sent.</summary>
    public WriteFlags WriteFlags { get; init; }

    /// <summary>The same options with other metadata.</summary>
    public CallOptions WithHeaders(Metadata? headers) => this with { Headers = headers };

    /// <summary>The same options with another deadline.</summary>
    public CallOptions WithDeadline(Deadline? deadline) => this with { Deadline = deadline };

    /// <summary>The same options with another token.</summary>
    public CallOptions WithCancellationToken(CancellationToken token) => this with { CancellationToken = token };

    /// <summary>The same options, waiting for a connection or not.</summary>
    public CallOptions WithWaitForReady(bool wait = true) => this with { WaitForReady = wait };

    /// <summary>The same options with another compression.</summary>
    public CallOptions WithCompression(MessageCompression? compression) => this with { Compression = compression };

    /// <summary>The same options with other flags.</summary>
    public CallOptions WithWriteFlags(WriteFlags flags) => this with { WriteFlags = flags };
}
