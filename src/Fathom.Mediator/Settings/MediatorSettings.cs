using Microsoft.Extensions.Configuration;

namespace Fathom.Mediator.Settings;

/// <summary>What a node is told, as in appsettings.json. Checked as a whole before a node starts; every fault is named at once.</summary>
public sealed class MediatorSettings
{
    /// <summary>Where the node listens for others; null: it only sends.</summary>
    public HostSettings? Host { get; set; }

    /// <summary>The nodes it can reach, by name; letters of either case are one.</summary>
    public IDictionary<string, RemoteSettings> Remotes { get; } = new Dictionary<string, RemoteSettings>(StringComparer.OrdinalIgnoreCase);

    /// <summary>What holds for all messages, sent and received.</summary>
    public GrpcSettings Grpc { get; set; } = new();

    /// <summary>How notifications spread.</summary>
    public NotificationSettings Notifications { get; set; } = new();

    /// <summary>The certificates by which the node talks to others, over mutual TLS; null: none, unless the application brings a TLS of its
    /// own.</summary>
    public CertificateSettings? Certificates { get; set; }

    // What the configuration says that cannot be read as what it should be.
    internal List<string> Unreadable { get; } = [];

    /// <summary>Reads the sections <c>Host</c>, <c>Remotes</c>, <c>Grpc</c>, <c>Notifications</c> and <c>Certificates</c>. What cannot be
    /// read is a fault when the settings are checked.</summary>
    public static MediatorSettings From(IConfiguration configuration)
    {
        var settings = new MediatorSettings();
        SettingsReader.Read(configuration, settings);
        return settings;
    }
}
