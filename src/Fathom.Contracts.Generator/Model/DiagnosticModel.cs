using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Fathom.Contracts.Generator.Model;

/// <summary>A diagnostic that does not reference a syntax tree.</summary>
internal sealed record DiagnosticModel(string Id, LocationModel? Location, EquatableArray<string> Arguments)
{
    public static DiagnosticModel At(DiagnosticDescriptor descriptor, Location? location, params string[] arguments) =>
        new(descriptor.Id, LocationModel.Of(location), new(arguments));

    public Diagnostic ToDiagnostic() =>
        Diagnostic.Create(Diagnostics.Descriptors.Of(Id), Location?.ToLocation() ?? Microsoft.CodeAnalysis.Location.None, [.. Arguments]);
}

internal sealed record LocationModel(string Path, TextSpan Span, LinePositionSpan Lines)
{
    public static LocationModel? Of(Location? location) =>
        location?.SourceTree is { } tree ? new(tree.FilePath, location.SourceSpan, location.GetLineSpan().Span) : null;

    public Location ToLocation() => Location.Create(Path, Span, Lines);
}
