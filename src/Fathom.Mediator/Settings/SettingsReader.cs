using Microsoft.Extensions.Configuration;

namespace Fathom.Mediator.Settings;

/// <summary>Reads the settings from a configuration.</summary>
internal static class SettingsReader
{
    // Any port in range: the unreadable value is a fault already.
    private const int SomePort = 1;

    public static void Read(IConfiguration configuration, MediatorSettings settings)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        var host = configuration.GetSection("Host");
        if (SectionReader.Exists(host))
        {
            settings.Host = ReadHost(new SectionReader(host, "Host", settings.Unreadable));
        }

        foreach (var remote in configuration.GetSection("Remotes").GetChildren())
        {
            settings.Remotes[remote.Key] = ReadRemote(new SectionReader(remote, $"Remotes:{remote.Key}", settings.Unreadable));
        }

        var certificates = configuration.GetSection("Certificates");
        if (SectionReader.Exists(certificates) || IsEmptySection(configuration, certificates))
        {
            settings.Certificates = CertificateSettingsReader.Read(new SectionReader(certificates, "Certificates", settings.Unreadable));
        }

        ReadGrpc(new SectionReader(configuration.GetSection("Grpc"), "Grpc", settings.Unreadable), settings.Grpc);
        ReadNotifications(new SectionReader(configuration.GetSection("Notifications"), "Notifications", settings.Unreadable),
            settings.Notifications);
    }

    // "Certificates": {} is meant as a section, and would otherwise be plain text.
    private static bool IsEmptySection(IConfiguration configuration, IConfigurationSection section) =>
        string.IsNullOrEmpty(section.Value)
            && configuration.GetChildren().Any(child => child.Key.Equals(section.Key, StringComparison.OrdinalIgnoreCase));

    private static HostSettings ReadHost(SectionReader section)
    {
        var host = new HostSettings();
        host.Host = section.Text(nameof(host.Host)) ?? host.Host;
        host.Port = section.Number(nameof(host.Port), host.Port, SomePort);
        host.Name = section.Text(nameof(host.Name));
        host.Handlers = section.Enumeration(nameof(host.Handlers), host.Handlers);
        section.RejectUnknownKeys();
        return host;
    }

    private static RemoteSettings ReadRemote(SectionReader section)
    {
        var remote = new RemoteSettings();
        remote.Host = section.Text(nameof(remote.Host)) ?? "";
        remote.Port = section.Number(nameof(remote.Port), 0, SomePort);
        remote.Node = section.Text(nameof(remote.Node));
        remote.WaitForReady = section.Boolean(nameof(remote.WaitForReady), remote.WaitForReady);
        remote.InitialReconnectBackoff = section.Duration(nameof(remote.InitialReconnectBackoff), remote.InitialReconnectBackoff);
        remote.MaxReconnectBackoff = section.Duration(nameof(remote.MaxReconnectBackoff), remote.MaxReconnectBackoff);
        section.RejectUnknownKeys();
        return remote;
    }

    private static void ReadGrpc(SectionReader section, GrpcSettings grpc)
    {
        grpc.MaxMessageSize = section.Number(nameof(grpc.MaxMessageSize), grpc.MaxMessageSize, grpc.MaxMessageSize);
        grpc.DefaultDeadline = section.Duration(nameof(grpc.DefaultDeadline), grpc.DefaultDeadline);
        grpc.KeepAliveTime = section.Duration(nameof(grpc.KeepAliveTime), grpc.KeepAliveTime);
        grpc.KeepAliveTimeout = section.Duration(nameof(grpc.KeepAliveTimeout), grpc.KeepAliveTimeout);
        grpc.PlainText = section.Boolean(nameof(grpc.PlainText), grpc.PlainText);
        grpc.DetailedErrors = section.Boolean(nameof(grpc.DetailedErrors), grpc.DetailedErrors);
        ReadCompression(section.Section(nameof(grpc.Compression)), grpc.Compression);
        section.RejectUnknownKeys();
    }

    private static void ReadCompression(SectionReader section, CompressionSettings compression)
    {
        compression.Codec = section.Text(nameof(compression.Codec)) ?? compression.Codec;
        compression.Level = section.Text(nameof(compression.Level)) is null ? null
            : section.Number(nameof(compression.Level), 0, int.MinValue);
        compression.Level = compression.Level == int.MinValue ? null : compression.Level;
        compression.Mode = section.Enumeration(nameof(compression.Mode), compression.Mode);
        compression.Messages = section.Enumeration(nameof(compression.Messages), compression.Messages);
        section.RejectUnknownKeys();
    }

    private static void ReadNotifications(SectionReader section, NotificationSettings notifications)
    {
        notifications.MaxHops = section.Number(nameof(notifications.MaxHops), notifications.MaxHops, notifications.MaxHops);
        notifications.RememberedCount = section.Number(
            nameof(notifications.RememberedCount), notifications.RememberedCount, notifications.RememberedCount);
        notifications.RememberedFor = section.Duration(nameof(notifications.RememberedFor), notifications.RememberedFor);
        section.RejectUnknownKeys();
    }
}
