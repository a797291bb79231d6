using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>
/// Extracts the models of a method's parameters, or reports why they are not supported. A method takes at most one message or stream, and
/// at most one of CallContext, CallOptions and CancellationToken.
/// </summary>
internal sealed class ParameterExtractor(IMethodSymbol method, List<DiagnosticModel> diagnostics)
{
    public List<ParameterModel> Extract()
    {
        var parameters = method.Parameters.Select(Parameter).ToList();
        CheckCount(parameters, role => role == ParameterRole.Request, "it takes several messages; put them into one contract");
        CheckCount(parameters, role => role != ParameterRole.Request,
            "it takes several of CallContext, CallOptions and CancellationToken, each of which says all");
        return parameters;
    }

    private ParameterModel Parameter(IParameterSymbol parameter)
    {
        if (parameter.RefKind != RefKind.None)
        {
            Report(KnownTypes.LocationOf(parameter), $"'{parameter.Name}' is passed by reference");
        }

        var name = parameter.Type.ToDisplayString();
        if (name == KnownTypes.ServerCallContext)
        {
            Report(KnownTypes.LocationOf(parameter),
                "a service has no ServerCallContext of its own; take a CallContext, which has it as Server");
        }

        var role = name switch
        {
            KnownTypes.CallContext or KnownTypes.ServerCallContext => ParameterRole.CallContext,
            KnownTypes.CallOptions => ParameterRole.CallOptions,
            "System.Threading.CancellationToken" => ParameterRole.CancellationToken,
            _ => ParameterRole.Request,
        };
        return new ParameterModel(role, KnownTypes.Escape(parameter.Name), KnownTypes.DeclaredName(parameter.Type),
            parameter.HasExplicitDefaultValue);
    }

    private void CheckCount(List<ParameterModel> parameters, Func<ParameterRole, bool> isOne, string problem)
    {
        var second = Enumerable.Range(0, parameters.Count).Where(i => isOne(parameters[i].Role)).Skip(1).Take(1).ToList();
        if (second.Count > 0)
        {
            Report(KnownTypes.LocationOf(method.Parameters[second[0]]), problem);
        }
    }

    private void Report(Location? place, string problem) =>
        diagnostics.Add(DiagnosticModel.At(Descriptors.UnsupportedMethod, place, method.Name, problem));
}
