using System.Text;
using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>Exports the declared contracts and services as .proto text, one file for each package. A pure function of the models.</summary>
internal static class ProtoExport
{
    public static IReadOnlyList<ProtoFileModel> Files(IEnumerable<ContractModel> contracts, IEnumerable<ServiceModel> services)
    {
        var (all, served) = (contracts.ToList(), services.ToList());
        var packages = all.Select(c => c.Package).Concat(served.Select(s => s.Package))
            .Concat(Values(all).Where(IsOwnEnum).Select(v => v.Origin!.Package)).Distinct();
        return [.. packages.OrderBy(p => p, StringComparer.Ordinal).Select(p => File(p, all, served))];
    }

    public static string FileName(string package) => (package.Length == 0 ? "contracts" : package) + ".proto";

    private static ProtoFileModel File(string package, List<ContractModel> all, List<ServiceModel> allServices)
    {
        var services = allServices.Where(s => s.Package == package).OrderBy(s => s.ProtoName, StringComparer.Ordinal).ToList();
        var messages = all.Where(c => c.Package == package).OrderBy(c => c.ProtoName, StringComparer.Ordinal).ToList();
        // An enum of another assembly can lack a .proto file there, so it is defined again in each package that uses it.
        var enums = Values(all).Where(v => IsOwnEnum(v) && v.Origin!.Package == package)
            .Concat(Values(messages).Where(v => v is { Enum: not null, Origin.IsOwn: false }))
            .Select(v => v.Enum!).Distinct().OrderBy(e => e.ProtoName, StringComparer.Ordinal).ToList();
        var used = Values(messages).Concat(services.SelectMany(s => s.Messages)).ToList();
        var imported = used.Select(ImportedPackage).Where(p => p is not null && p != package).Select(p => p!).Distinct().ToList();

        var text = new StringBuilder("// Exported from C# contracts by Fathom.Contracts.\nsyntax = \"proto3\";\n");
        if (package.Length > 0)
        {
            text.Append("\npackage ").Append(package).Append(";\n");
        }

        var imports = Imports(used, imported);
        AppendImports(text, imports);
        foreach (var type in enums)
        {
            AppendEnum(text, type);
        }

        foreach (var message in messages)
        {
            MessageText.Append(text, message);
        }

        foreach (var service in services)
        {
            ServiceText.Append(text, service);
        }

        var descriptor = FileDescriptorBytes.Of(FileName(package), package, imports, enums, messages, services);
        var foreign = used.Where(v => v is { Kind: ValueKind.Message, Origin.IsOwn: false }).Select(v => v.CSharpType).Distinct();
        return new ProtoFileModel(
            FileName(package), package, text.ToString(), new(imported), Convert.ToBase64String(descriptor), new(foreign));
    }

    private static List<string> Imports(List<ValueModel> used, List<string> imported)
    {
        var wellKnown = used.Where(v => v.Kind == ValueKind.WellKnown)
            .Select(v => v.ProtoType.Replace("google.protobuf.", "google/protobuf/").ToLowerInvariant() + ".proto");
        return [.. wellKnown.Concat(imported.Select(FileName)).Distinct().OrderBy(i => i, StringComparer.Ordinal)];
    }

    private static void AppendImports(StringBuilder text, List<string> imports)
    {
        if (imports.Count > 0)
        {
            text.Append('\n');
        }

        foreach (var import in imports)
        {
            text.Append("import \"").Append(import).Append("\";\n");
        }
    }

    private static void AppendEnum(StringBuilder text, EnumModel type)
    {
        text.Append("\nenum ").Append(type.ProtoName).Append(" {\n");
        if (type.Values.Select(v => v.Number).Distinct().Count() < type.Values.Count)
        {
            text.Append("  option allow_alias = true;\n");
        }

        foreach (var value in type.Values)
        {
            text.Append("  ").Append(value.ProtoName).Append(" = ").Append(value.Number).Append(";\n");
        }

        text.Append("}\n");
    }

    private static string? ImportedPackage(ValueModel value) => value switch
    {
        { Enum: not null, Origin.IsOwn: false } => null,
        _ => value.Origin?.Package,
    };

    private static bool IsOwnEnum(ValueModel value) => value is { Enum: not null, Origin.IsOwn: true };

    private static IEnumerable<ValueModel> Values(IEnumerable<ContractModel> contracts) =>
        contracts.SelectMany(c => c.Members).SelectMany(m => m switch
    {
        SingularMember singular => [singular.Value],
        RepeatedMember repeated => [repeated.Element],
        MapMember map => [map.Key, map.Value],
        OneofMember oneof => oneof.Cases.Select(c => c.Value),
        _ => Enumerable.Empty<ValueModel>(),
    });
}
