using Fathom.Wire.FlowControl;

namespace Fathom.Wire.Http2;

/// <summary>The connection's own receive window, and the WINDOW_UPDATE frames for it. Owned by one connection.</summary>
internal sealed class ConnectionCredit(FrameWriter writer)
{
    private ReceiveWindow _window = new(FlowWindow.Default);

    public ReceiveWindow Window => _window;

    /// <summary>Takes received bytes; false, and nothing changed, where the peer sent more than it may.</summary>
    public bool TryReceive(int bytes)
    {
        if (!_window.TryReceive(bytes))
        {
            return false;
        }

        // What is due may be all that others than the receiver of these bytes will have.
        Send(_window.ReplenishShared());
        return true;
    }

    public void Consume(int bytes)
    {
        if (bytes > 0)
        {
            _window.Settle(bytes);
            Send(_window.ReplenishShared());
        }
    }

    public void Retarget(int bytes) => Send(_window.Retarget(bytes));

    private void Send(int increment)
    {
        if (increment > 0)
        {
            writer.WindowUpdate(0, increment);
        }
    }
}
