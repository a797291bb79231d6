using System.Globalization;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Lab.Probes.Outside;

/// <summary>One call of a probe, with its timestamps. The connection's output owns what is sent, its reader what is received.</summary>
/// <param name="isNoOp">Whether it calls the method that does not exist.</param>
/// <param name="body">The framed request messages.</param>
/// <param name="asked">Timestamp of the wish to call; waiting for a free stream counts.</param>
internal sealed class ProbeCall(bool isNoOp, ReadOnlyMemory<byte> body, long asked)
{
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<(long At, int Bytes)> _trace = [];

    /// <summary>Whether it calls the method that does not exist.</summary>
    public bool IsNoOp => isNoOp;

    /// <summary>The stream; 0 while it waits for one.</summary>
    public int StreamId { get; set; }

    /// <summary>What is left to send.</summary>
    public ReadOnlyMemory<byte> Rest { get; set; } = body;

    /// <summary>The stream's window for sending, bytes.</summary>
    public long Credit { get; set; }

    /// <summary>Bytes of the reply whose room was not given back yet.</summary>
    public int Taken { get; set; }

    /// <summary>Timestamp of the wish to call.</summary>
    public long Asked => asked;

    /// <summary>Timestamp of its end.</summary>
    public long EndedAt { get; private set; }

    /// <summary>Header fields and trailers.</summary>
    public ProbeFields Fields { get; } = new();

    /// <summary>The messages of the reply.</summary>
    public ReplyMeter Reply { get; } = new();

    /// <summary>The codec of the reply; null for none. A sender that compresses in vain may send the message as it was, as gRPC's C core
    /// does: the header field alone then names the codec.</summary>
    public string? Codec => Fields["grpc-encoding"] switch
    {
        null or "identity" => Reply.Compressed > 0 ? "a codec" : null,
        var named => named,
    };

    /// <summary>DATA of the reply: when it came, and how much.</summary>
    public IReadOnlyList<(long At, int Bytes)> Trace => _trace;

    /// <summary>The status; OK while it goes on.</summary>
    public StatusCode Status { get; private set; }

    /// <summary>What the server says of the status.</summary>
    public string Detail { get; private set; } = "";

    /// <summary>Whether the connection ended before the call.</summary>
    public bool IsLost { get; private set; }

    /// <summary>Completes when the call has ended, however.</summary>
    public Task Completion => _ended.Task;

    /// <summary>DATA of the reply.</summary>
    public void OnData(long at, ReadOnlySpan<byte> bytes)
    {
        _trace.Add((at, bytes.Length));
        Reply.Add(bytes);
    }

    /// <summary>The response is complete (END_STREAM).</summary>
    public void OnEnd(long at)
    {
        var status = Fields["grpc-status"];
        if (status is not null && int.TryParse(status, NumberStyles.None, CultureInfo.InvariantCulture, out var code))
        {
            End(at, Enum.IsDefined((StatusCode)code) ? (StatusCode)code : StatusCode.Unknown,
                StatusMessageEncoding.Decode(Fields["grpc-message"] ?? ""));
            return;
        }

        var http = Fields[":status"] ?? "none";
        _ = int.TryParse(http, NumberStyles.None, CultureInfo.InvariantCulture, out var known);
        End(at, StatusMapping.FromHttpStatus(known),
            $"a response without grpc-status (HTTP status {http}, content type '{Fields["content-type"] ?? "none"}')");
    }

    /// <summary>The server reset the stream.</summary>
    public void OnReset(long at, uint code) =>
        End(at, StatusMapping.FromHttp2Error(code), $"the server reset the stream ({(Http2ErrorCode)code})");

    /// <summary>The connection ended.</summary>
    public void OnLost(long at, string reason)
    {
        IsLost = !_ended.Task.IsCompleted;
        End(at, StatusCode.Unavailable, reason);
    }

    private void End(long at, StatusCode status, string detail)
    {
        if (_ended.Task.IsCompleted)
        {
            return;
        }

        (EndedAt, Status, Detail) = (at, status, detail);
        _ended.TrySetResult();
    }
}
