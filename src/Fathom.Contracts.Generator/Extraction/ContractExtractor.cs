using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Extracts the model of a contract from the symbol of its type. The model holds no symbols.</summary>
internal static class ContractExtractor
{
    public static ContractResult Extract(INamedTypeSymbol type, CancellationToken cancellation)
    {
        var diagnostics = new List<DiagnosticModel>();
        CheckType(type, diagnostics);
        var members = MemberFinder.Find(type, diagnostics);
        cancellation.ThrowIfCancellationRequested();

        var construction = new ConstructionFinder(type, members, diagnostics);
        var extractor = new MemberExtractor(type.ContainingAssembly, diagnostics);
        var models = members.Select((m, place) => extractor.Extract(m, construction.AssignmentOf(place))).ToList();
        FieldRules.Check(type.Name, members.Zip(models, (source, model) => (source, model)).Where(p => p.model is not null)
            .SelectMany(p => p.model!.Fields.Select(f => (p.source, f))), diagnostics);

        var isFaulty = diagnostics.Any(d => Descriptors.Of(d.Id).DefaultSeverity == DiagnosticSeverity.Error);
        var contract = isFaulty ? null : new ContractModel(
            type.ContainingNamespace is { IsGlobalNamespace: false } space ? space.ToDisplayString() : "",
            new(Declarations(type)),
            KnownTypes.FullName(type),
            Packages.Of(type),
            Packages.NameOf(type),
            new(models.Select(m => m!)),
            new(construction.Arguments));
        return new ContractResult(contract, new(diagnostics), LocationModel.Of(KnownTypes.LocationOf(type)));
    }

    private static void CheckType(INamedTypeSymbol type, List<DiagnosticModel> diagnostics)
    {
        var problem = type switch
        {
            { TypeKind: not TypeKind.Class } => "a class or record is needed",
            { IsStatic: true } => "it is static",
            { IsAbstract: true } => "it is abstract; for one of several messages use [OneOf]",
            { IsGenericType: true } => "it has type parameters, and a message has one shape",
            _ when InheritedMember(type) is { } member => $"it inherits '{member}', which has a number; contracts do not inherit fields",
            _ => null,
        };
        if (problem is not null)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.NotAContract, KnownTypes.LocationOf(type), type.Name, problem));
        }

        if (!ProtoNames.IsIdentifier(Packages.NameOf(type)))
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.InvalidName, KnownTypes.LocationOf(type), Packages.NameOf(type)));
        }

        for (var around = type; around is not null; around = around.ContainingType)
        {
            if (!around.DeclaringSyntaxReferences.Any(
                r => r.GetSyntax() is TypeDeclarationSyntax t && t.Modifiers.Any(SyntaxKind.PartialKeyword)))
            {
                diagnostics.Add(DiagnosticModel.At(Descriptors.NotPartial, KnownTypes.LocationOf(around), around.Name, type.Name));
            }
        }
    }

    private static string? InheritedMember(INamedTypeSymbol type)
    {
        for (var parent = type.BaseType; parent is not null; parent = parent.BaseType)
        {
            if (parent.GetMembers().FirstOrDefault(m => KnownTypes.Has(m, KnownTypes.Member)
                || (KnownTypes.Find(m, KnownTypes.DataMember) is { } data && KnownTypes.Named(data, "Order") is not null)) is { } member)
            {
                return $"{parent.Name}.{member.Name}";
            }
        }

        return null;
    }

    private static IEnumerable<string> Declarations(INamedTypeSymbol type)
    {
        var around = new Stack<string>();
        for (var current = type; current is not null; current = current.ContainingType)
        {
            var kind = current switch
            {
                { TypeKind: TypeKind.Interface } => "interface",
                { TypeKind: TypeKind.Struct, IsRecord: true } => "record struct",
                { TypeKind: TypeKind.Struct } => "struct",
                { IsRecord: true } => "record",
                _ => "class",
            };
            var parameters = current.TypeParameters.Length == 0 ? "" : "<" + string.Join(", ", current.TypeParameters.Select(p => p.Name))
                + ">";
            around.Push($"partial {kind} {KnownTypes.Escape(current.Name)}{parameters}");
        }

        return around;
    }
}
