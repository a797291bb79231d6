using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Transport.Compression;

namespace Fathom.FunctionalTests.Transport;

/// <summary>A host of the echo service in this process, and channels to it.</summary>
internal sealed class EchoHost(EchoService service, ServedHost host) : IAsyncDisposable
{
    public WireTotals Wire => host.Wire;

    public IReadOnlyList<MethodCompressionReport> CompressionReports => host.CompressionReports;

    public EchoService Service => service;

    public Uri Address => host.Address;

    public string? CertificatePem => host.CertificatePem;

    public Channel Channel(Func<ChannelOptions, ChannelOptions>? change = null) => host.Channel(change);

    public ValueTask DisposeAsync() => host.DisposeAsync();
}
