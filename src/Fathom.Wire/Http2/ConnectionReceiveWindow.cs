using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Wire.Http2;

/// <summary>The receive window of the connection and its WINDOW_UPDATE frames. Owned by one connection.</summary>
/// <param name="writer">Writes the frames.</param>
/// <param name="onArrival">
/// Whether bytes count as consumed when they arrive. True for a client: it requested the data, each stream's window limits it, and a call
/// that reads slowly must not block the others. False for a server: it did not request the data, so the unconsumed bytes of all streams
/// together must stay bounded.
/// </param>
internal sealed class ConnectionReceiveWindow(FrameWriter writer, bool onArrival)
{
    private ReceiveWindow _window = new(FlowWindow.DefaultSize);

    public ReceiveWindow Window => _window;

    /// <summary>Counts received bytes.</summary>
    /// <returns>False, without a change, when the peer exceeded the window.</returns>
    public bool TryReceive(int bytes)
    {
        if (!_window.TryReceive(bytes))
        {
            return false;
        }

        if (onArrival)
        {
            _window.ConsumeWithoutCredit(bytes);
        }

        // If the stream of these bytes is not read, this credit may be all that the other streams get.
        Send(_window.ReplenishShared());
        return true;
    }

    public void Consume(int bytes)
    {
        if (bytes > 0 && !onArrival)
        {
            _window.ConsumeWithoutCredit(bytes);
            Send(_window.ReplenishShared());
        }
    }

    public void SetTarget(int bytes) => Send(_window.SetTarget(bytes));

    private void Send(int increment)
    {
        if (increment > 0)
        {
            writer.WindowUpdate(0, increment);
        }
    }
}
