using Fathom.Transport.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.AspNetCore;

/// <summary>Services of Fathom in an ASP.NET Core application.</summary>
public static class FathomEndpointRouteBuilderExtensions
{
    /// <summary>
    /// Serves a gRPC service beside the application's other endpoints: authorization, CORS and rate limits apply as to any endpoint. gRPC
    /// needs HTTP/2: without TLS, configure Kestrel's endpoint with <c>Protocols = HttpProtocols.Http2</c>.
    /// </summary>
    /// <param name="endpoints">The application.</param>
    /// <param name="service">The service, as in <c>GreeterHost.Define(new Greeter())</c>. It serves all calls.</param>
    /// <param name="options">Limits, compression and logging of its calls; null: the defaults, with the application's loggers.</param>
    /// <returns>The endpoint, for authorization and other conventions.</returns>
    /// <exception cref="ArgumentException">A page in <see cref="ServerOptions.Pages"/> has no path.</exception>
    public static IEndpointConventionBuilder MapFathomService(
        this IEndpointRouteBuilder endpoints, ServiceDefinition service, ServerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(service);
        options ??= new ServerOptions();
        var dispatcher = new GrpcDispatcher([service], options with
        {
            LoggerFactory = options.LoggerFactory ?? endpoints.ServiceProvider.GetService<ILoggerFactory>(),
        });
        return endpoints.Map($"/{service.Name}/{{method}}", context => HandleAsync(dispatcher, context))
            .WithDisplayName($"gRPC {service.Name}").WithMetadata(service);
    }

    /// <summary>Serves a gRPC service that the application's container holds. One instance serves all calls.</summary>
    /// <param name="endpoints">The application.</param>
    /// <param name="define">The generated method that makes its definition, as in <c>GreeterHost.Define</c>.</param>
    /// <param name="options">Limits, compression and logging of its calls; null: the defaults, with the application's loggers.</param>
    /// <typeparam name="TService">The service, as it is registered.</typeparam>
    /// <returns>The endpoint, for authorization and other conventions.</returns>
    /// <exception cref="InvalidOperationException">The container has no <typeparamref name="TService"/>.</exception>
    public static IEndpointConventionBuilder MapFathomService<TService>(
        this IEndpointRouteBuilder endpoints, Func<TService, ServiceDefinition> define, ServerOptions? options = null)
        where TService : notnull
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(define);
        return endpoints.MapFathomService(define(endpoints.ServiceProvider.GetRequiredService<TService>()), options);
    }

    /// <summary>Answers a request by a dispatcher, without routing: for an application that serves nothing but gRPC.</summary>
    /// <param name="dispatcher">The services.</param>
    /// <param name="context">The request.</param>
    public static Task DispatchAsync(this GrpcDispatcher dispatcher, HttpContext context)
    {
        ArgumentNullException.ThrowIfNull(dispatcher);
        ArgumentNullException.ThrowIfNull(context);
        return dispatcher.DispatchAsync(new HttpContextExchange(context));
    }

    // A stream has no size, and may be idle for as long as both sides like. gRPC limits messages itself.
    private static Task HandleAsync(GrpcDispatcher dispatcher, HttpContext context)
    {
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
        {
            size.MaxRequestBodySize = null;
        }

        if (context.Features.Get<IHttpMinRequestBodyDataRateFeature>() is { } rate)
        {
            rate.MinDataRate = null;
        }

        return dispatcher.DispatchAsync(context);
    }
}
