using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>Options of one call. The default value sets none.</summary>
public readonly record struct CallOptions
{
    /// <summary>Metadata sent with the request. The call does not modify it; do not modify it while the call starts.</summary>
    public Metadata? Headers { get; init; }

    /// <summary>When the call ends with <see cref="StatusCode.DeadlineExceeded"/> at the latest. Default null: no deadline.</summary>
    public Deadline? Deadline { get; init; }

    /// <summary>Cancels the call: it ends with <see cref="StatusCode.Cancelled"/>.</summary>
    public CancellationToken CancellationToken { get; init; }

    /// <summary>Whether the call waits for a connection instead of failing with <see cref="StatusCode.Unavailable"/> when there is none
    /// (gRPC doc/wait-for-ready.md). Default false.</summary>
    public bool WaitForReady { get; init; }

    /// <summary>Compression of the requests. Default null: the codec named by <c>grpc-internal-encoding-request</c> in
    /// <see cref="Headers"/>, else <see cref="Fathom.Transport.Client.ChannelOptions.Compression"/>.</summary>
    public MessageCompression? Compression { get; init; }

    /// <summary>Flags for every request of the call.</summary>
    public WriteFlags WriteFlags { get; init; }

    /// <summary>Returns a copy with other metadata.</summary>
    public CallOptions WithHeaders(Metadata? headers) => this with { Headers = headers };

    /// <summary>Returns a copy with another deadline.</summary>
    public CallOptions WithDeadline(Deadline? deadline) => this with { Deadline = deadline };

    /// <summary>Returns a copy with another cancellation token.</summary>
    public CallOptions WithCancellationToken(CancellationToken token) => this with { CancellationToken = token };

    /// <summary>Returns a copy with another <see cref="WaitForReady"/>.</summary>
    public CallOptions WithWaitForReady(bool wait = true) => this with { WaitForReady = wait };

    /// <summary>Returns a copy with another compression.</summary>
    public CallOptions WithCompression(MessageCompression? compression) => this with { Compression = compression };

    /// <summary>Returns a copy with other flags.</summary>
    public CallOptions WithWriteFlags(WriteFlags flags) => this with { WriteFlags = flags };
}
