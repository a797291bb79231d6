using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Extracts the model of one method of a service, or reports why it is not supported.</summary>
internal sealed class OperationExtractor(IAssemblySymbol own, List<DiagnosticModel> diagnostics)
{
    /// <summary>The message of a method that has no request or no response.</summary>
    public static readonly ValueModel Empty = new(ValueKind.WellKnown, "", KnownTypes.Empty, "google.protobuf.Empty", 2);

    public OperationModel? Extract(IMethodSymbol method)
    {
        var before = diagnostics.Count;
        if (method.IsGenericMethod)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.GenericMethod, TypeParametersOf(method), method.Name));
            return null;
        }

        if (method.IsStatic)
        {
            diagnostics.Add(Unsupported(method, KnownTypes.LocationOf(method), "it is static"));
        }

        var response = Response(method, out var returns);
        var parameters = new ParameterExtractor(method, diagnostics).Extract();
        var request = method.Parameters.Zip(parameters, (symbol, model) => (symbol, model))
            .FirstOrDefault(p => p.model.Role == ParameterRole.Request).symbol;
        var streams = request is not null && StreamOf(request.Type) is not null;
        var message = request is null ? Empty : Message(method, request, streams ? StreamOf(request.Type)! : request.Type);
        return diagnostics.Count > before
            ? null
            : new OperationModel(
                KnownTypes.Escape(method.Name), Services.NameOf(method), KnownTypes.DeclaredName(method.ReturnType), returns, streams,
                    message!, response!, new(parameters));
    }

    private ValueModel? Response(IMethodSymbol method, out ReturnKind returns)
    {
        ITypeSymbol? message;
        (returns, message) = method.ReturnType.OriginalDefinition.ToDisplayString() switch
        {
            "System.Threading.Tasks.ValueTask<TResult>" => (ReturnKind.ValueTaskOfMessage, ArgumentOf(method.ReturnType)),
            "System.Threading.Tasks.Task<TResult>" => (ReturnKind.TaskOfMessage, ArgumentOf(method.ReturnType)),
            "System.Collections.Generic.IAsyncEnumerable<T>" => (ReturnKind.Stream, ArgumentOf(method.ReturnType)),
            "System.Threading.Tasks.Task" => (ReturnKind.Task, null),
            _ => (ReturnKind.ValueTask, (ITypeSymbol?)null),
        };
        if (message is not null)
        {
            return Message(method, method, message);
        }

        if (returns == ReturnKind.ValueTask && method.ReturnType.ToDisplayString() != "System.Threading.Tasks.ValueTask")
        {
            diagnostics.Add(Unsupported(
                method, KnownTypes.TypeLocationOf(method),
                    $"it returns '{method.ReturnType.ToDisplayString()}'; Task, ValueTask and IAsyncEnumerable are accepted"));
        }

        return Empty;
    }

    private ValueModel? Message(IMethodSymbol method, ISymbol declared, ITypeSymbol type)
    {
        if (KnownTypes.FullName(type) == KnownTypes.Empty)
        {
            return Empty;
        }

        var value = ValueTypes.Of(type, Encoding.Varint, own, out var problem);
        if (value is { Kind: ValueKind.Message })
        {
            return value;
        }

        diagnostics.Add(DiagnosticModel.At(
            Descriptors.UnsupportedType, KnownTypes.TypeArgumentLocationOf(declared), type.ToDisplayString(), method.Name,
            value is null && SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, own) ? problem
                : "the messages of a service are contracts"));
        return null;
    }

    private static ITypeSymbol? StreamOf(ITypeSymbol type) =>
        type.OriginalDefinition.ToDisplayString() == "System.Collections.Generic.IAsyncEnumerable<T>" ? ArgumentOf(type) : null;

    private static ITypeSymbol ArgumentOf(ITypeSymbol type) => ((INamedTypeSymbol)type).TypeArguments[0];

    private static Location? TypeParametersOf(IMethodSymbol method) =>
        (method.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() as MethodDeclarationSyntax)?.TypeParameterList?.GetLocation()
            ?? KnownTypes.LocationOf(method);

    private static DiagnosticModel Unsupported(IMethodSymbol method, Location? place, string problem) =>
        DiagnosticModel.At(Descriptors.UnsupportedMethod, place, method.Name, problem);
}
