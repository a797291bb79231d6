using Fathom.Transport.Client;
using Fathom.Transport.Compression;

namespace Fathom.FunctionalTests.Transport;

/// <summary>A host in this process, and channels to it.</summary>
internal sealed class ServedHost(
    Stack stack, Uri address, string? certificatePem, IAsyncDisposable host, Func<WireTotals> wire,
        Func<IReadOnlyList<MethodCompressionReport>> decisions)
    : IAsyncDisposable
{
    public WireTotals Wire => wire();

    public IReadOnlyList<MethodCompressionReport> CompressionReports => decisions();

    public Uri Address => address;

    public string? CertificatePem => certificatePem;

    public Channel Channel(Func<ChannelOptions, ChannelOptions>? change = null)
    {
        var options = new ChannelOptions
        {
            Address = Address,
            Tls = CertificatePem is null ? null : ChannelTls.TrustPem(CertificatePem),
        };
        return stack.Channel(change?.Invoke(options) ?? options);
    }

    public ValueTask DisposeAsync() => host.DisposeAsync();
}
