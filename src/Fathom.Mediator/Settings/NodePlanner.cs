using System.Net;
using Fathom.Mediator.Certificates.Trust;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Settings;

/// <summary>Checks the settings and reports every fault: the setting, what was found, what is accepted.</summary>
internal sealed class NodePlanner
{
    private const int MaxNameLength = 100;
    private const int HopLimit = 255;
    private const int RememberedLimit = 10_000_000;
    private static readonly TimeSpan MaxDuration = TimeSpan.FromDays(1);

    private readonly List<string> _faults = [];

    private NodePlanner()
    {
    }

    /// <summary>The plan; null if there are <paramref name="faults"/>.</summary>
    public static NodePlan? Plan(MediatorSettings settings, out IReadOnlyList<string> faults)
    {
        var planner = new NodePlanner();
        planner._faults.AddRange(settings.Unreadable);
        var plan = planner.Plan(settings);
        faults = planner._faults;
        return faults.Count == 0 ? plan : null;
    }

    private NodePlan Plan(MediatorSettings settings)
    {
        var notifications = settings.Notifications;
        var compression = CompressionPlanner.Plan(settings.Grpc.Compression, _faults);
        Require("Grpc:MaxMessageSize", settings.Grpc.MaxMessageSize, 1, MessageLimits.MaxPossibleSize, " bytes");
        Require("Grpc:DefaultDeadline", settings.Grpc.DefaultDeadline);
        Require("Grpc:KeepAliveTime", settings.Grpc.KeepAliveTime);
        Require("Grpc:KeepAliveTimeout", settings.Grpc.KeepAliveTimeout);
        Require("Notifications:MaxHops", notifications.MaxHops, 1, HopLimit);
        Require("Notifications:RememberedCount", notifications.RememberedCount, 1, RememberedLimit);
        Require("Notifications:RememberedFor", notifications.RememberedFor);
        return new NodePlan(
            settings.Host is null ? null : Host(settings.Host),
            [.. settings.Remotes.OrderBy(r => r.Key, StringComparer.OrdinalIgnoreCase)
                .Select(r => Remote(r.Key, r.Value, settings.Certificates is not null))],
            settings.Grpc.MaxMessageSize,
            settings.Grpc.DefaultDeadline,
            new KeepAlivePlan(settings.Grpc.KeepAliveTime, settings.Grpc.KeepAliveTimeout),
            settings.Grpc.Compression.Messages == CompressionDirection.Responses ? MessageCompression.None : compression,
            settings.Grpc.Compression.Messages == CompressionDirection.Requests ? MessageCompression.None : compression,
            settings.Grpc.DetailedErrors,
            settings.Grpc.PlainText,
            notifications.MaxHops,
            notifications.RememberedCount,
            notifications.RememberedFor,
            settings.Certificates is null ? null : CertificatePlanner.Plan(settings.Certificates, settings.Host, _faults));
    }

    private HostPlan Host(HostSettings host)
    {
        var bind = host.Host switch
        {
            "*" => IPAddress.Any,
            var name when name.Equals("localhost", StringComparison.OrdinalIgnoreCase) => IPAddress.Loopback,
            var text => IPAddress.TryParse(text, out var address) ? address : null,
        };
        if (bind is null)
        {
            _faults.Add($"Host:Host is '{host.Host}': an IP address, localhost and * (all addresses) are accepted.");
        }

        Require("Host:Port", host.Port, 0, IPEndPoint.MaxPort);
        if (host.Name is { } name2 && (name2.Length is 0 or > MaxNameLength || !Printable.IsPrintable(name2)))
        {
            _faults.Add($"Host:Name is '{name2}': 1 to {MaxNameLength} printable ASCII characters are accepted.");
        }

        return new HostPlan(bind ?? IPAddress.Loopback, host.Port, host.Name, host.Handlers);
    }

    private RemotePlan Remote(string name, RemoteSettings remote, bool hasCertificates)
    {
        if (Uri.CheckHostName(remote.Host) == UriHostNameType.Unknown)
        {
            _faults.Add($"Remotes:{name}:Host is '{remote.Host}': a host name or IP address is accepted.");
        }

        Require($"Remotes:{name}:Port", remote.Port, 1, IPEndPoint.MaxPort);
        Require($"Remotes:{name}:InitialReconnectBackoff", remote.InitialReconnectBackoff);
        Require($"Remotes:{name}:MaxReconnectBackoff", remote.MaxReconnectBackoff);
        return new RemotePlan(name, remote.Host, remote.Port, Node(name, remote.Node, hasCertificates), remote.WaitForReady,
            remote.InitialReconnectBackoff, remote.MaxReconnectBackoff);
    }

    // A remote's name is any key of a configuration; the name of a node with certificates is a DNS label.
    private string Node(string remote, string? node, bool hasCertificates)
    {
        var name = node ?? remote.ToLowerInvariant();
        if ((node is not null || hasCertificates) && !NodeName.IsValid(name))
        {
            _faults.Add($"Remotes:{remote}:Node{(node is null ? ", by default the remote's name," : "")} is '{Printable.Sanitize(name)}': "
                + $"{NodeName.AcceptedFor(name)} are accepted.");
        }

        return name;
    }

    private void Require(string setting, int value, int least, int most, string unit = "")
    {
        if (value < least || value > most)
        {
            _faults.Add($"{setting} is {value}: {least} to {most}{unit} are accepted.");
        }
    }

    private void Require(string setting, TimeSpan value)
    {
        if (value <= TimeSpan.Zero || value > MaxDuration)
        {
            _faults.Add($"{setting} is {value:c}: more than 0 and up to {MaxDuration:c} are accepted.");
        }
    }
}
