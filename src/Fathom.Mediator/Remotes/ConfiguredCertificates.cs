using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Settings;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>
/// Mutual TLS by the certificates that the settings name. Owned by the node, which opens them before it starts; owns the certificates, and
/// on the node that founded its network the enrollment where others join.
/// </summary>
internal sealed class ConfiguredCertificates(CertificatePlan plan, ILogger logger, TimeProvider time) : INodeTls, IAsyncDisposable
{
    private readonly NodeCertificatesOptions _options = plan.Options with { Logger = logger, TimeProvider = time };
    private NodeCertificates? _opened;

    /// <summary>The certificates; null before they are opened.</summary>
    public NodeCertificates? Opened => Volatile.Read(ref _opened);

    /// <summary>Where others join; null on a node that joined, and where nobody can.</summary>
    public EnrollmentServer? Enrollment { get; private set; }

    public IReadOnlyList<ServiceDefinition> Services => Required.Services;

    private NodeCertificates Required => Opened ?? throw new InvalidOperationException(
        "The node's certificates are not open yet: start a node whose settings have Certificates with StartAsync, which may have to "
            + "join a network first.");

    /// <summary>
    /// Opens what is in the folder. Where that is empty, joins by the invitation, or founds a network where there is none. Throws
    /// <see cref="JoinException"/> and
    /// <see cref="CertificateFolderException"/>.
    /// </summary>
    public async Task OpenAsync(CancellationToken token)
    {
        var isEmpty = CertificateFolder.At(_options.Folder).Names(".pem").Count == 0;
        Volatile.Write(ref _opened, isEmpty && Invitation() is { } invitation
            ? await NodeCertificates.JoinAsync(_options, invitation, token)
            : NodeCertificates.OpenOrCreate(_options));
    }

    /// <summary>Lets others join, if they can here: the node listens at <paramref name="address"/>.</summary>
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

    public NativeHostOptions Secure(NativeHostOptions options) => CertificateTls.Secure(Required, options);

    // Asked for when the node is made, used when it connects: by then the certificates are there.
    public ChannelTls? ForRemote(string remote) => new() { SslOptionsFactory = () => Required.ChannelTls().SslOptionsFactory!() };

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
                $"Certificates:InvitationFile '{file}' cannot be read, and by the invitation in it node '{_options.Name}' is to join "
                    + $"its network: {e.Message}", e);
        }

        return Certificates.Enrollment.Invitation.TryParse(text, out var invitation, out var fault)
            ? invitation
            : throw new JoinException($"Certificates:InvitationFile '{file}': {fault}");
    }
}
