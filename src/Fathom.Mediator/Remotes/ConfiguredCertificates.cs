using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Settings;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>
/// Mutual TLS with the certificates of the settings. Owned by the node, which opens them before it starts; owns the certificates, and on
/// the founding node the enrollment server.
/// </summary>
internal sealed class ConfiguredCertificates(CertificatePlan plan, ILoggerFactory loggers, TimeProvider time) : INodeTls, IAsyncDisposable
{
    private readonly NodeCertificatesOptions _options = plan.Options with { LoggerFactory = loggers, TimeProvider = time };
    private NodeCertificates? _opened;

    /// <summary>The certificates; null before <see cref="OpenAsync"/>.</summary>
    public NodeCertificates? Opened => Volatile.Read(ref _opened);

    /// <summary>The enrollment server; null on a node that joined, and if enrollment is not possible.</summary>
    public EnrollmentServer? Enrollment { get; private set; }

    public IReadOnlyList<ServiceDefinition> Services => Required.Services;

    public TimeSpan? MaxConnectionAge => Opened?.MaxConnectionAge;

    private NodeCertificates Required => Opened ?? throw new InvalidOperationException(
        "The node's certificates are not open yet. Start a node with Certificates in its settings with StartAsync: it may join a "
            + "network first.");

    /// <summary>
    /// Opens the certificates in the folder. If it is empty, joins a network by the invitation, or founds one if the settings request it.
    /// Throws <see cref="JoinException"/> and <see cref="CertificateFolderException"/>.
    /// </summary>
    public async Task OpenAsync(CancellationToken token)
    {
        var isEmpty = CertificateFolder.At(_options.Folder).Names(".pem").Count == 0;
        Volatile.Write(ref _opened, isEmpty && Invitation() is { } invitation
            ? await NodeCertificates.JoinAsync(_options, invitation, token)
            : plan.Found ? NodeCertificates.OpenOrCreate(_options)
            : !isEmpty ? NodeCertificates.Open(_options)
            : throw new JoinException(
                $"Node '{_options.Name}' has no certificates in '{_options.Folder}'. To join a network, set Certificates:Invitation to an "
                    + "invitation (fathom mediator invite). To found one, set Certificates:Found to true."));
    }

    /// <summary>Starts the enrollment server on a founding node, which listens on <paramref name="address"/>.</summary>
    public void StartEnrollment(Uri address)
    {
        if (plan.Joining is { } joining && Required.IsIssuing)
        {
            Enrollment = EnrollmentServer.Start(Required, new EnrollmentServerOptions
            {
                IssuerAddress = joining.Member ?? address,
                Bind = joining.Bind,
                Port = joining.Port,
                Host = joining.Host,
            });
        }
    }

    public NativeHostTls? ForHost() => Required.HostTls;

    public NativeHostOptions Secure(NativeHostOptions options) => Required.Secure(options);

    // Called when the node is created, used when it connects: the certificates are open by then.
    public ChannelTls? ForRemote(string remote, string node) =>
        new() { SslOptionsFactory = () => Required.ChannelTls(node).SslOptionsFactory!() };

    public async ValueTask DisposeAsync()
    {
        if (Enrollment is { } enrollment)
        {
            await enrollment.DisposeAsync();
        }

        Opened?.Dispose();
    }

    private Invitation? Invitation()
    {
        if (plan.InvitationFile is not { } file)
        {
            return plan.Invitation;
        }

        string text;
        try
        {
            text = File.ReadAllText(file).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new JoinException(
                $"Certificates:InvitationFile '{file}' cannot be read: {e.Message} Node '{_options.Name}' needs its invitation to "
                    + "join a network.", e);
        }

        return Certificates.Enrollment.Invitation.TryParse(text, out var invitation, out var fault)
            ? invitation
            : throw new JoinException($"Certificates:InvitationFile '{file}': {fault}");
    }
}
