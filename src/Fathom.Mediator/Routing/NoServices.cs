namespace Fathom.Mediator.Routing;

/// <summary>The services of a node that was given none.</summary>
internal sealed class NoServices : IServiceProvider
{
    public static NoServices Instance { get; } = new();

    public object? GetService(Type serviceType) => null;
}
