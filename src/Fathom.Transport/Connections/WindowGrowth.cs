using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Connections;

/// <summary>Lets the receive windows of a connection grow with its measured bandwidth-delay product. Owned by one session, used inside its
/// strand. Times are monotonic milliseconds.</summary>
internal sealed class WindowGrowth(Http2Connection engine, Http2Options options, int maxStreamWindow)
{
    private const ulong Probe = 0x6661_7468_6f6d_0001;

    private readonly BandwidthDelayEstimator _bandwidth = new(options.InitialStreamWindow, maxStreamWindow);

    /// <summary>DATA of this length arrived.</summary>
    public void OnData(int length, long now)
    {
        if (_bandwidth.Receive(length))
        {
            _bandwidth.OnProbeSent(now);
            engine.SendPing(Probe);
        }
    }

    /// <summary>A PING was acknowledged.</summary>
    public void OnPingAck(ulong opaque, long now)
    {
        if (opaque == Probe && _bandwidth.IsProbing && _bandwidth.OnProbeAcknowledged(now))
        {
            // A third larger than a stream's, the ratio of the initial windows: a stream that is not read leaves room for others.
            var shared = Math.Min(Http2Connection.MaxReceiveWindowTarget, _bandwidth.Window * 4L / 3);
            engine.SetConnectionReceiveWindowTarget((int)Math.Max(options.ConnectionWindow, shared));
            engine.SetInitialStreamWindow(_bandwidth.Window, now);
        }
    }
}
