using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Fathom.Mediator;

/// <summary>Registers a mediator node with an application's services.</summary>
public static class MediatorServiceCollectionExtensions
{
    /// <summary>
    /// Adds a node and its <see cref="IMediator"/>. The node starts and stops with the application's host. The host fails to start if the
    /// settings have faults, and lists all of them.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configuration">The configuration with the sections <c>Host</c>, <c>Remotes</c>, <c>Grpc</c>, <c>Notifications</c> and
    /// <c>Certificates</c>.</param>
    /// <param name="configure">Registers messages, handlers and behaviours.</param>
    /// <returns>The options of the node, for further configuration.</returns>
    public static OptionsBuilder<MediatorSettings> AddFathomMediator(
        this IServiceCollection services, IConfiguration configuration, Action<MediatorBuilder> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configuration);
        ArgumentNullException.ThrowIfNull(configure);
        services.AddSingleton<IConfigureOptions<MediatorSettings>>(new SettingsFromConfiguration(configuration));
        services.AddSingleton<IValidateOptions<MediatorSettings>, MediatorSettingsValidator>();
        services.AddSingleton(provider => Node(provider, configure));
        services.AddSingleton(provider => provider.GetRequiredService<MediatorNode>().Mediator);
        services.AddHostedService<NodeService>();
        return services.AddOptions<MediatorSettings>().ValidateOnStart();
    }

    // Creates no service that a handler may need: that service may itself need the mediator.
    private static MediatorNode Node(IServiceProvider provider, Action<MediatorBuilder> configure) => new(
        provider.GetRequiredService<IOptions<MediatorSettings>>().Value,
        configure,
        new NodeDependencies
        {
            Services = provider,
            Tls = provider.GetService<INodeTls>(),
            LoggerFactory = provider.GetService<ILoggerFactory>() ?? NullLoggerFactory.Instance,
            Time = provider.GetService<TimeProvider>() ?? TimeProvider.System,
        });
}
