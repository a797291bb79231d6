using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Wire.Http2;

/// <summary>The connection's own receive window, and the WINDOW_UPDATE frames for it. Owned by one connection.</summary>
/// <param name="writer">Takes the frames.</param>
/// <param name="onArrival">
/// Whether bytes count as consumed when they arrive. A client asked for what it is sent, and each stream's window bounds it: of its calls
/// the ones that read slowly must not stop the others. A server was asked for nothing, so what all streams of a connection hold together
/// stays bounded.
/// </param>
internal sealed class ConnectionReceiveWindow(FrameWriter writer, bool onArrival)
{
    private ReceiveWindow _window = new(FlowWindow.DefaultSize);

    public ReceiveWindow Window => _window;

    /// <summary>Takes received bytes; false, and nothing changed, where the peer sent more than it may.</summary>
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

        // What is due may be all that others than the receiver of these bytes will have.
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
