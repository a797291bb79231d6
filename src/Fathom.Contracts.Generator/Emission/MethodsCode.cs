using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>Emits the method descriptors of a service, for callers that use a channel directly.</summary>
internal static class MethodsCode
{
    public static void Emit(CodeWriter code, ServiceModel service)
    {
        code.Line($"/// <summary>The method descriptors of <c>{service.GrpcName}</c>, for calls on a channel.</summary>");
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
