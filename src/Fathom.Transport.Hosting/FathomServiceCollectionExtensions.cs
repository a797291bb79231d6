using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Hosting;

/// <summary>Channels, services and a server of Fathom among an application's services.</summary>
public static class FathomServiceCollectionExtensions
{
    /// <summary>Adds the application's channel: a singleton <see cref="Channel"/>, which the container disposes.</summary>
    /// <param name="services">The services.</param>
    /// <param name="address"><c>http://host:port</c> for HTTP/2 without TLS, <c>https://host:port</c> with TLS.</param>
    public static IServiceCollection AddFathomChannel(this IServiceCollection services, Uri address) =>
        services.AddFathomChannel(_ => new NativeChannelOptions { Address = address });

    /// <summary>Adds the application's channel: a singleton <see cref="Channel"/>, which the container disposes.</summary>
    /// <param name="services">The services.</param>
    /// <param name="options">Its options; called once, when the channel is first needed. Loggers are the application's unless set.</param>
    public static IServiceCollection AddFathomChannel(
        this IServiceCollection services, Func<IServiceProvider, NativeChannelOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return services.AddSingleton<Channel>(provider => Create(provider, options));
    }

    /// <summary>Adds one of several channels, as a keyed singleton: <c>[FromKeyedServices("orders")] Channel channel</c>.</summary>
    /// <param name="services">The services.</param>
    /// <param name="name">Its key.</param>
    /// <param name="options">Its options; called once, when the channel is first needed. Loggers are the application's unless set.</param>
    public static IServiceCollection AddFathomChannel(
        this IServiceCollection services, string name, Func<IServiceProvider, NativeChannelOptions> options)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(options);
        return services.AddKeyedSingleton<Channel>(name, (provider, _) => Create(provider, options));
    }

    /// <summary>Adds a client as a singleton: <c>services.AddFathomClient&lt;IGreeter&gt;(channel =&gt; new
    /// GreeterClient(channel))</c>.</summary>
    /// <param name="services">The services.</param>
    /// <param name="create">Makes the client; called once, when it is first needed.</param>
    /// <param name="channel">The key of its channel; null: the application's channel.</param>
    /// <typeparam name="TClient">The client, or the interface it implements.</typeparam>
    public static IServiceCollection AddFathomClient<TClient>(
        this IServiceCollection services, Func<Channel, TClient> create, string? channel = null)
        where TClient : class
    {
        ArgumentNullException.ThrowIfNull(create);
        return services.AddSingleton(provider => create(provider.GetRequiredKeyedService<Channel>(channel)));
    }

    /// <summary>Adds a service that the application's <see cref="FathomServer"/> serves. One instance serves all calls.</summary>
    /// <param name="services">The services.</param>
    /// <param name="define">The generated method that makes its definition, as in <c>GreeterHost.Define</c>.</param>
    /// <typeparam name="TService">The service, which is registered as a singleton unless the application has registered it.</typeparam>
    public static IServiceCollection AddFathomService<
        [System.Diagnostics.CodeAnalysis.DynamicallyAccessedMembers(
            System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes.PublicConstructors)] TService>(
        this IServiceCollection services, Func<TService, ServiceDefinition> define)
        where TService : class
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(define);
        services.TryAddSingleton<TService>();
        return services.AddSingleton(provider => define(provider.GetRequiredService<TService>()));
    }

    /// <summary>
    /// Adds a <see cref="FathomServer"/>, which serves all services of the application on a <see cref="NativeHost"/>. It starts with the
    /// application and stops gracefully with it, within the application's shutdown timeout.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="options">Where it listens, and its limits; called once, when the application starts. Loggers are the application's
    /// unless set. Null: a free port on loopback.</param>
    public static IServiceCollection AddFathomServer(
        this IServiceCollection services, Func<IServiceProvider, NativeHostOptions>? options = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddSingleton(provider => new FathomServer(
            provider.GetServices<ServiceDefinition>(), () => Complete(provider, options?.Invoke(provider) ?? new NativeHostOptions())));
        return services.AddHostedService(provider => provider.GetRequiredService<FathomServer>());
    }

    private static NativeChannel Create(IServiceProvider provider, Func<IServiceProvider, NativeChannelOptions> options)
    {
        var given = options(provider);
        return new NativeChannel(given with { LoggerFactory = given.LoggerFactory ?? provider.GetService<ILoggerFactory>() });
    }

    private static NativeHostOptions Complete(IServiceProvider provider, NativeHostOptions given) => given with
    {
        Server = given.Server with { LoggerFactory = given.Server.LoggerFactory ?? provider.GetService<ILoggerFactory>() },
    };
}
