using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>
/// The law of one direction: what the sender believes it may send, data on the way and credit on the way back are together what the
/// receiver believes, for the connection and for every stream open at both ends.
/// </summary>
internal sealed class WindowLedger(Endpoint sender, Endpoint receiver)
{
    public void Check()
    {
        var sent = sender.Written.ConnectionData - receiver.Read.ConnectionData;
        var credit = receiver.Written.ConnectionUpdates - sender.Read.ConnectionUpdates;
        var window = receiver.Engine.ReceiveWindow;
        Law.Holds(sender.Engine.SendWindowAvailable >= 0, "the connection's window for sending is negative");
        Law.Equal(window.Available, sender.Engine.SendWindowAvailable + sent + credit, "the connection's windows disagree", sender);
        Law.Holds(window.Available >= 0 && (long)window.Available + window.Unconsumed <= int.MaxValue,
            "the connection's receive window is out of range");
        // A client's connection takes what arrives as consumed; a server's holds what its streams hold.
        var held = receiver.Engine.Role == Http2Role.Client ? 0 : receiver.Unconsumed;
        Law.Equal(held, window.Unconsumed, "the connection does not hold what it should", receiver);
        foreach (var call in sender.Active)
        {
            if (call.Outcome is null && receiver.Find(call.Id) is { Outcome: null } other)
            {
                Check(call, other);
            }
        }
    }

    private void Check(CallSide call, CallSide other)
    {
        var id = call.Id;
        var sent = sender.Written.Data(id) - receiver.Read.Data(id);
        var credit = receiver.Written.Updates(id) - sender.Read.Updates(id);
        var settings = receiver.Windows.Enforced - sender.Engine.PeerSettings.InitialWindowSize;
        var (mayReceive, maySend) = (other.Stream!.ReceiveWindowAvailable, call.Stream!.SendWindowAvailable);
        Law.Equal(mayReceive, maySend + sent + credit + settings, $"the windows of stream {id} disagree", sender);
        Law.Equal(other.Unconsumed, other.Stream.ReceivedUnconsumed, $"stream {id} holds other than what was not consumed", receiver);
        Law.Holds((long)mayReceive + other.Unconsumed <= int.MaxValue, $"the receive window of stream {id} is over 2^31-1");
        if (maySend < 0)
        {
            // RFC 9113 section 6.9.2: only a reduced SETTINGS_INITIAL_WINDOW_SIZE does that.
            Law.Holds(receiver.Windows.WasReduced, $"the send window of stream {id} is negative though SETTINGS never reduced it");
            sender.Tally.Count(Happening.StreamWindowNegative);
        }
    }
}
