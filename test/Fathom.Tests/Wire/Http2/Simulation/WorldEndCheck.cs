using Fathom.Wire.Http2;
using static Fathom.Wire.Http2.Http2StreamEndKind;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>What must hold when nothing happens any more: every call has one end, both ends of it fit, and nothing is left over.</summary>
internal static class WorldEndCheck
{
    public static void Verify(WorldShape shape, Endpoint client, Endpoint server, Tally tally)
    {
        foreach (var end in new[] { client, server })
        {
            Law.Equal(end.Engine.StreamCount, 0, "streams left", end);
            Law.Holds(end.All.All(call => call.Outcome is not null), $"{end}: a call without an end");
            if (end.End is null)
            {
                NothingIsPending(end, end.IsClient ? server : client);
            }
        }

        foreach (var call in client.All)
        {
            var other = server.Find(call.Id)?.Outcome;
            Law.Holds(Fits(call.Outcome!.Value, other, server),
                $"stream {call.Id} ended with {call.Outcome} at the client and {other?.ToString() ?? "nothing"} at the server");
            tally.Count(Kind(call.Outcome.Value, shape));
        }

        Law.Holds(server.All.All(call => client.Find(call.Id) is not null), "the server saw a stream that the client never opened");
        foreach (var end in new[] { client, server }.Where(end => end.ShutdownBegun && end.End is null))
        {
            Law.Holds(end.Engine.IsDrained, $"{end}: shut down, without streams, and not drained");
            tally.Count(Happening.Drained);
        }

        for (var i = 0; i < client.Read.Continuations + server.Read.Continuations; i++)
        {
            tally.Count(Happening.FieldBlockContinued);
        }

        for (var i = 0; i < client.Read.PaddedFrames + server.Read.PaddedFrames; i++)
        {
            tally.Count(Happening.DataPadded);
        }
    }

    private static void NothingIsPending(Endpoint end, Endpoint peer)
    {
        Law.Equal(end.Pings.Count, 0, "PING unanswered", end);
        Law.Holds(end.Engine.SettingsUnacknowledgedSince is null && end.Windows.Pending == 0, $"{end}: SETTINGS unacknowledged");
        Law.Equal(end.Engine.Output.AllocatedBytes, 0, "memory of an output that is sent", end);

        // No credit is lost: what is due is less than would have been sent.
        var window = end.Engine.ReceiveWindow;
        Law.Equal(window.Unconsumed, 0, "bytes held by nobody", end);
        Law.Holds((long)window.Target - window.Available < Math.Max(1, window.Target / 2),
            $"{end}: credit for the connection was lost: {window.Available} of {window.Target}");
        Law.Equal(peer.Engine.SendWindowAvailable, window.Available, "the connection's window at rest", end);
    }

    private static bool Fits(Http2StreamEnd atClient, Http2StreamEnd? atServer, Endpoint server) => atClient.Kind switch
    {
        _ when atServer is { Kind: ResetByPeer } reset && (atClient.Kind != ResetLocally || atClient.Code != reset.Code) => false,
        Completed => atServer is { Kind: Completed or ResetLocally or ConnectionEnded },
        ResetByPeer when atClient.Code == Http2ErrorCode.RefusedStream => atServer is null,
        ResetByPeer => atServer == new Http2StreamEnd(ResetLocally, atClient.Code),
        RefusedByGoAway => atServer is null,
        ResetLocally => true,
        // The server may have sent its whole answer, or a reset, that never arrived.
        ConnectionEnded => atServer is null or { Kind: ConnectionEnded or Completed or ResetLocally } && server.End is not null,
        _ => false,
    };

    private static Happening Kind(Http2StreamEnd outcome, WorldShape shape) => outcome.Kind switch
    {
        Completed => Happening.Completed,
        ResetByPeer => outcome.Code == Http2ErrorCode.RefusedStream ? Happening.RefusedByReset : Happening.ResetByServer,
        ResetLocally => Happening.ResetByClient,
        RefusedByGoAway => Happening.RefusedByGoAway,
        _ => shape.Ending == WorldEnding.Lost ? Happening.EndedByLoss : Happening.EndedByAbort,
    };
}
