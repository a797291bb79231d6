using System.Diagnostics.Tracing;
using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>The steps of new connections, by events of the framework's network: names, TCP and TLS, and what is between the last two, where
/// a proxy connects. They come once for each connection, not for each call.</summary>
internal sealed class ConnectionProbe : IRuntimeProbe
{
    private const string Name = "connections";
    private const string Start = "Start";
    private const string Stop = "Stop";

    // Later connections than those that open together.
    private const double ApartMs = 100;

    private readonly ConnectionStep _resolve = new();
    private readonly ConnectionStep _tcp = new();
    private readonly ConnectionStep _tls = new();
    private double? _lastConnect;
    private double? _connected;
    private double _proxy;
    private double _proxies;
    private int _apart;

    public IEnumerable<EventPipeProvider> Providers => new[] { "System.Net.NameResolution", "System.Net.Sockets", "System.Net.Security" }
        .Select(source => new EventPipeProvider(source, EventLevel.Informational));

    public void Attach(TraceLogEventSource events)
    {
        (_lastConnect, _connected) = (null, null);
        foreach (var step in new[] { _resolve, _tcp, _tls })
        {
            step.Forget();
        }

        events.Dynamic.All += data =>
        {
            var name = data.EventName.Replace("/", "", StringComparison.Ordinal);
            switch (data.ProviderName)
            {
                case "System.Net.NameResolution":
                    OnStep(_resolve, name, "Resolution", data.TimeStampRelativeMSec);
                    break;
                case "System.Net.Sockets" when OnStep(_tcp, name, "Connect", data.TimeStampRelativeMSec):
                    OnConnect(name.EndsWith(Start, StringComparison.Ordinal), data.TimeStampRelativeMSec);
                    break;
                case "System.Net.Security" when OnStep(_tls, name, "Handshake", data.TimeStampRelativeMSec)
                    && name.EndsWith(Start, StringComparison.Ordinal):
                    OnHandshake(data.TimeStampRelativeMSec);
                    break;
            }
        };
    }

    public IEnumerable<Observation> Observe(TimeSpan watched) =>
    [
        ServiceQuantities.ResolveTime.Seen(_resolve.Longest, Name, watched),
        ServiceQuantities.TcpTime.Seen(_tcp.Longest, Name, watched),
        ServiceQuantities.TlsTime.Seen(_tls.Longest, Name, watched),
        WatchQuantities.ProxyTime.Seen(_proxy, Name, watched),
        WatchQuantities.SetupShare.Seen(
            Math.Min(1, (_resolve.Total + _tcp.Total + _proxies + _tls.Total) / watched.TotalMilliseconds), Name, watched),
        WatchQuantities.Reconnections.Seen<double>(Math.Max(0, _apart - 1), Name, watched),
    ];

    private static bool OnStep(ConnectionStep step, string name, string of, double at)
    {
        if (name == of + Start)
        {
            step.Begin(at);
            return true;
        }

        if (name == of + Stop)
        {
            step.End(at);
            return true;
        }

        return false;
    }

    private void OnConnect(bool begins, double at)
    {
        if (!begins)
        {
            _connected = at;
            return;
        }

        _apart += _lastConnect is { } last && at - last < ApartMs ? 0 : 1;
        (_lastConnect, _connected) = (at, null);
    }

    // The handshake that follows a connection is its own where no other was begun between.
    private void OnHandshake(double at)
    {
        if (_connected is { } connected)
        {
            (_proxy, _proxies, _connected) = (Math.Max(_proxy, at - connected), _proxies + at - connected, null);
        }
    }
}
