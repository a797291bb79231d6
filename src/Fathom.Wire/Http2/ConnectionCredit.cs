using Fathom.Wire.FlowControl;

namespace Fathom.Wire.Http2;

/// <summary>The connection's own receive window, and the WINDOW_UPDATE frames for it. Owned by one connection.</summary>
internal sealed class ConnectionCredit(FrameWriter writer)
{
    private ReceiveWindow _window = new(FlowWindow.Default);

    public ReceiveWindow Window => _window;

    public bool TryReceive(int bytes) => _window.TryReceive(bytes);

    public void Consume(int bytes)
    {
        if (bytes > 0)
        {
            Send(_window.Consume(bytes));
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
