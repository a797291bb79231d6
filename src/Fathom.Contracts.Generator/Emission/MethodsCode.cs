using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>The descriptions of a service's methods, for callers who want the whole of a channel.</summary>
internal static class MethodsCode
{
    public static void Emit(CodeWriter code, ServiceModel service)
    {
        code.Line($"/// <summary>The methods of <c>{service.GrpcName}</c>, as a channel takes them.</summary>");
        code.Block($"{service.Accessibility} static class {service.Name}Methods", () =>
        {
            foreach (var operation in service.Operations)
            {
                var types = $"{operation.Request.CSharpType}, {operation.Response.CSharpType}";
                code.Line(
                    $"public static {TransportNames.Calls}Method<{types}> {Extraction.KnownTypes.Escape(operation.GrpcName)} {{ get; }} "
                        + $"= new(");
                code.Line($"    {TransportNames.Calls}MethodKind.{operation.Kind}, \"{service.GrpcName}\", \"{operation.GrpcName}\",");
                code.Line(
                    $"    new {TransportNames.Marshaller}<{operation.Request.CSharpType}>(ofRequests: true), new "
                        + $"{TransportNames.Marshaller}<{operation.Response.CSharpType}>(ofRequests: false));");
            }
        });
    }
}
