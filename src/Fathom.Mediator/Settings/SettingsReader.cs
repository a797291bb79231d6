using Microsoft.Extensions.Configuration;

namespace Fathom.Mediator.Settings;

/// <summary>From a configuration to settings.</summary>
internal static class SettingsReader
{
    // Any port that is in range: what could not be read is said already.
    private const int SomePort = 1;

    public static void Read(IConfiguration configuration, MediatorSettings settings)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        var host = configuration.GetSection("Host");
        if (SectionReader.IsThere(host))
        {
            settings.Host = ReadHost(new SectionReader(host, "Host", settings.Unreadable));
        }

        foreach (var remote in configuration.GetSection("Remotes").GetChildren())
        {
            settings.Remotes[remote.Key] = ReadRemote(new SectionReader(remote, $"Remotes:{remote.Key}", settings.Unreadable));
        }

        var certificates = configuration.GetSection("Certificates");
        if (SectionReader.IsThere(certificates))
        {
            settings.Certificates = CertificateSettingsReader.Read(new SectionReader(certificates, "Certificates", settings.Unreadable));
        }

        ReadGrpc(new SectionReader(configuration.GetSection("Grpc"), "Grpc", settings.Unreadable), settings.Grpc);
        ReadNotifications(new SectionReader(configuration.GetSection("Notifications"), "Notifications", settings.Unreadable),
            settings.Notifications);
    }

    private static HostSettings ReadHost(SectionReader section)
    {
        var host = new HostSettings();
        host.Host = section.Text(nameof(host.Host)) ?? host.Host;
        host.Port = section.Number(nameof(host.Port), host.Port, SomePort);
        host.Name = section.Text(nameof(host.Name));
        host.Handlers = section.Word(nameof(host.Handlers), host.Handlers);
        section.RefuseOthers();
        return host;
    }

    private static RemoteSettings ReadRemote(SectionReader section)
    {
        var remote = new RemoteSettings();
        remote.Host = section.Text(nameof(remote.Host)) ?? "";
        remote.Port = section.Number(nameof(remote.Port), 0, SomePort);
        remote.WaitForReady = section.Flag(nameof(remote.WaitForReady), remote.WaitForReady);
        remote.InitialBackoff = section.Duration(nameof(remote.InitialBackoff), remote.InitialBackoff);
        remote.LongestBackoff = section.Duration(nameof(remote.LongestBackoff), remote.LongestBackoff);
        section.RefuseOthers();
        return remote;
    }

    private static void ReadGrpc(SectionReader section, GrpcSettings grpc)
    {
        grpc.MaxMessageSize = section.Number(nameof(grpc.MaxMessageSize), grpc.MaxMessageSize, grpc.MaxMessageSize);
        grpc.DetailedErrors = section.Flag(nameof(grpc.DetailedErrors), grpc.DetailedErrors);
        ReadCompression(section.Section(nameof(grpc.Compression)), grpc.Compression);
        section.RefuseOthers();
    }

    private static void ReadCompression(SectionReader section, CompressionSettings compression)
    {
        compression.Codec = section.Text(nameof(compression.Codec)) ?? compression.Codec;
        compression.Level = section.Text(nameof(compression.Level)) is null ? null
            : section.Number(nameof(compression.Level), 0, int.MinValue);
        compression.Level = compression.Level == int.MinValue ? null : compression.Level;
        compression.Mode = section.Word(nameof(compression.Mode), compression.Mode);
        compression.Messages = section.Word(nameof(compression.Messages), compression.Messages);
        section.RefuseOthers();
    }

    private static void ReadNotifications(SectionReader section, NotificationSettings notifications)
    {
        notifications.MaxHops = section.Number(nameof(notifications.MaxHops), notifications.MaxHops, notifications.MaxHops);
        notifications.RememberedCount = section.Number(
            nameof(notifications.RememberedCount), notifications.RememberedCount, notifications.RememberedCount);
        notifications.RememberedFor = section.Duration(nameof(notifications.RememberedFor), notifications.RememberedFor);
        section.RefuseOthers();
    }
}
