using Fathom.Load.Grpc.Calls;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Workers;

/// <summary>The status of calls whose stream did not complete (gRPC doc/PROTOCOL-HTTP2.md, "Errors"), and why.</summary>
internal static class BrokenCalls
{
    public static (int Outcome, string Text) Explain(CancelReason cancelled, bool isStream, Http2StreamEnd end, string? lost) =>
        cancelled switch
    {
        CancelReason.StreamFor => (0, ""),
        CancelReason.Deadline => ((int)StatusCode.DeadlineExceeded, "no answer before the deadline"),
        CancelReason.RunEnded when isStream => ((int)StatusCode.Cancelled,
            "the stream had not ended when the run ended; with --stream-for it is ended in time, and no failure"),
        CancelReason.RunEnded => ((int)StatusCode.Cancelled, "no answer when the run ended"),
        _ => end.Kind switch
        {
            Http2StreamEndKind.ResetByPeer => ((int)StatusMapping.FromHttp2Error((uint)end.Code),
                $"the server reset the stream with {end.Code}"),
            Http2StreamEndKind.PeerViolation => ((int)StatusCode.Internal, $"the server violated HTTP/2 on the stream ({end.Code})"),
            Http2StreamEndKind.RefusedByGoAway => ((int)StatusCode.Unavailable, "the server closed the connection before it took the call"),
            _ => ((int)StatusCode.Unavailable, lost ?? "the connection ended"),
        },
    };

    public static (int Outcome, string Text) NotSent(CancelReason cancelled, string reason) => cancelled == CancelReason.Deadline
        ? ((int)StatusCode.DeadlineExceeded, "not sent before the deadline")
        : ((int)StatusCode.Unavailable, reason);
}
