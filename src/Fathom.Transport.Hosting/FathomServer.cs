using Fathom.Transport.Server;
using Microsoft.Extensions.Hosting;

namespace Fathom.Transport.Hosting;

/// <summary>
/// A <see cref="NativeHost"/> that starts and stops with the application. The container owns it; disposing it ends its calls and frees the
/// port.
/// </summary>
public sealed class FathomServer : IHostedService, IAsyncDisposable
{
    private readonly IEnumerable<ServiceDefinition> _services;
    private readonly Func<NativeHostOptions> _options;
    private NativeHost? _host;

    internal FathomServer(IEnumerable<ServiceDefinition> services, Func<NativeHostOptions> options) =>
        (_services, _options) = (services, options);

    /// <summary>Where it listens, for example <c>http://127.0.0.1:5000</c>; null before the application has started.</summary>
    public Uri? Address => _host?.Address;

    /// <summary>Listens.</summary>
    /// <param name="cancellationToken">Unused: listening takes no time.</param>
    /// <exception cref="IOException">The port is taken.</exception>
    /// <exception cref="ArgumentException">Two services have the same name, or TLS has no certificate.</exception>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        _host = NativeHost.Start(_services, _options());
        return Task.CompletedTask;
    }

    /// <summary>Takes no more calls, and waits for those under way until the application's shutdown timeout cancels the token.</summary>
    /// <param name="cancellationToken">Ends the calls that are still under way.</param>
    public Task StopAsync(CancellationToken cancellationToken) => _host?.StopAsync(cancellationToken) ?? Task.CompletedTask;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _host?.DisposeAsync() ?? ValueTask.CompletedTask;
}
