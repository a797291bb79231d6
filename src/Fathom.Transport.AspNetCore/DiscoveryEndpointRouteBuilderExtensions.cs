using Fathom.Transport.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Fathom.Transport.AspNetCore;

/// <summary>Reflection and health of the services of Fathom in an ASP.NET Core application.</summary>
public static class DiscoveryEndpointRouteBuilderExtensions
{
    /// <summary>
    /// Serves gRPC server reflection, v1 and v1alpha, for all services that <c>MapFathomService</c> maps, before or after. Everyone who
    /// reaches the endpoints can read the services and their messages: require authorization, or map them in development only.
    /// </summary>
    /// <param name="endpoints">The application.</param>
    /// <returns>The endpoints, for authorization and other conventions.</returns>
    public static IReadOnlyList<IEndpointConventionBuilder> MapFathomReflection(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        return [.. ServerReflection.Define(() => ServicesOf(endpoints)).Select(service => endpoints.MapFathomService(service))];
    }

    /// <summary>Serves <c>grpc.health.v1.Health</c> for all services that <c>MapFathomService</c> maps, before or after.</summary>
    /// <param name="endpoints">The application.</param>
    /// <param name="health">Sets their health; null: they are serving while the application runs.</param>
    /// <returns>The endpoint, for authorization and other conventions.</returns>
    public static IEndpointConventionBuilder MapFathomHealth(this IEndpointRouteBuilder endpoints, HealthService? health = null)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        return endpoints.MapFathomService((health ?? new HealthService()).Define(() => ServicesOf(endpoints)));
    }

    // Endpoints exist once the application has started. Those of reflection itself are among them, and are added by reflection.
    private static IEnumerable<ServiceDefinition> ServicesOf(IEndpointRouteBuilder endpoints) => endpoints.DataSources
        .SelectMany(source => source.Endpoints).Select(endpoint => endpoint.Metadata.GetMetadata<ServiceDefinition>())
        .OfType<ServiceDefinition>();
}
