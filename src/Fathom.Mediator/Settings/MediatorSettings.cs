using Microsoft.Extensions.Configuration;

namespace Fathom.Mediator.Settings;

/// <summary>The settings of a node, as in appsettings.json. A node checks them as a whole before it starts, and reports every fault at
/// once.</summary>
public sealed class MediatorSettings
{
    /// <summary>The node's port; null: the node only sends.</summary>
    public HostSettings? Host { get; set; }

    /// <summary>The remotes, by name, case-insensitive.</summary>
    public IDictionary<string, RemoteSettings> Remotes { get; } = new Dictionary<string, RemoteSettings>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Settings for all messages, sent and received.</summary>
    public GrpcSettings Grpc { get; set; } = new();

    /// <summary>Forwarding of notifications.</summary>
    public NotificationSettings Notifications { get; set; } = new();

    /// <summary>The certificates for mutual TLS; null: no TLS, unless the application provides its own.</summary>
    public CertificateSettings? Certificates { get; set; }

    // Values of the configuration that could not be read.
    internal List<string> Unreadable { get; } = [];

    /// <summary>Reads the sections <c>Host</c>, <c>Remotes</c>, <c>Grpc</c>, <c>Notifications</c> and <c>Certificates</c>. A value
    /// that cannot be read is a fault when the settings are checked.</summary>
    public static MediatorSettings From(IConfiguration configuration)
    {
        var settings = new MediatorSettings();
        SettingsReader.Read(configuration, settings);
        return settings;
    }
}
