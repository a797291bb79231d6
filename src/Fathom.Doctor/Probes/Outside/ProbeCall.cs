using System.Globalization;
using Fathom.Doctor.Probes.Outside.Transfers;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>One call of a probe, with its timestamps. The connection's output owns what is sent, its reader what is received.</summary>
/// <param name="isNoOp">Whether it calls the method that does not exist.</param>
/// <param name="body">The framed request messages.</param>
/// <param name="asked">Timestamp of the wish to call; waiting for a free stream counts.</param>
/// <param name="isWeb">Whether the call is of gRPC-Web, whose trailers come in the body.</param>
internal sealed class ProbeCall(bool isNoOp, ReadOnlyMemory<byte> body, long asked, bool isWeb = false)
{
    // Header fields that come by themselves are no part of the reply on its way.
    private const int MaxFields = 256;

    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<(long At, int Bytes)> _trace = [];
    private readonly WebBody? _web = isWeb ? new WebBody() : null;
    private bool _hasFields;

    /// <summary>Whether it calls the method that does not exist.</summary>
    public bool IsNoOp => isNoOp;

    /// <summary>The stream; 0 while it waits for one.</summary>
    public int StreamId { get; set; }

    /// <summary>What is left to send.</summary>
    public ReadOnlyMemory<byte> Rest { get; set; } = body;

    /// <summary>The stream's window for sending, bytes.</summary>
    public long Credit { get; set; }

    /// <summary>Size of its field block as sent, bytes.</summary>
    public int HeaderBytes { get; set; }

    /// <summary>How its request went out.</summary>
    public SentTrace Sending { get; } = new();

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

    /// <summary>DATA frames of the reply.</summary>
    public int DataFrames { get; private set; }

    /// <summary>The largest of them, bytes.</summary>
    public int LargestFrame { get; private set; }

    /// <summary>The codec of the reply; null for none. A sender that compresses in vain may send the message as it was, as gRPC's C core
    /// does: the header field alone then names the codec.</summary>
    public string? Codec => Fields["grpc-encoding"] switch
    {
        null or "identity" => Reply.Compressed > 0 ? "a codec" : null,
        var named => named,
    };

    /// <summary>Bytes of the reply with their framing: when they came, and how many. Of a call that is alone on its connection; of
    /// others those of all together.</summary>
    public IReadOnlyList<(long At, int Bytes)> Trace => _trace;

    /// <summary>The status; OK while it goes on.</summary>
    public StatusCode Status { get; private set; }

    /// <summary>What the server says of the status.</summary>
    public string Detail { get; private set; } = "";

    /// <summary>Whether the connection ended before the call.</summary>
    public bool IsLost { get; private set; }

    /// <summary>Completes when the call has ended, however.</summary>
    public Task Completion => _ended.Task;

    /// <summary>Timestamp of the last bytes of its last message; null where it has none, or its trailers come as bytes of the body,
    /// too.</summary>
    public long? LastMessageAt { get; private set; }

    /// <summary>A DATA frame of the reply came.</summary>
    public void OnData(long at, ReadOnlySpan<byte> bytes)
    {
        DataFrames++;
        LastMessageAt = bytes.IsEmpty || isWeb ? LastMessageAt : at;
        LargestFrame = Math.Max(LargestFrame, bytes.Length);
        Reply.Add(_web is null ? bytes : _web.Read(bytes));
    }

    /// <summary>Bytes came over the connection: a frame may come in several round trips.</summary>
    public void OnArrival(long at, int bytes) => _trace.Add((at, bytes));

    /// <summary>Header fields or trailers are complete. What came before the first is no reply.</summary>
    public void OnFields()
    {
        if (!_hasFields)
        {
            _hasFields = true;
            _trace.RemoveRange(0, Math.Max(0, _trace.Count - 1));
        }
    }

    /// <summary>The response is complete (END_STREAM).</summary>
    public void OnEnd(long at)
    {
        foreach (var (name, value) in _web?.Trailers() ?? [])
        {
            Fields.Set(name, value);
        }

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

        if (_trace.Count > 1 && _trace[0].Bytes < MaxFields)
        {
            _trace.RemoveAt(0);
        }

        (EndedAt, Status, Detail) = (at, status, detail);
        _ended.TrySetResult();
    }
}
