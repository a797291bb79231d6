using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>What must hold between the messages and packages of an assembly.</summary>
internal static class PackageRules
{
    public static IEnumerable<DiagnosticModel> Check(IReadOnlyList<ContractResult> results, IReadOnlyList<ProtoFileModel> files) =>
        DuplicateNames(results).Concat(Cycles(files));

    private static IEnumerable<DiagnosticModel> DuplicateNames(IReadOnlyList<ContractResult> results)
    {
        var seen = new Dictionary<string, string>();
        foreach (var result in results.Where(r => r.Contract is not null).OrderBy(r => r.Contract!.FullName, StringComparer.Ordinal))
        {
            var contract = result.Contract!;
            var name = contract.Package + "." + contract.ProtoName;
            if (seen.TryGetValue(name, out var other))
            {
                yield return new DiagnosticModel(
                    Descriptors.DuplicateName.Id, result.Location, new([contract.ProtoName, contract.FullName.Replace("global::", ""), other]));
            }

            seen[name] = contract.FullName.Replace("global::", "");
        }
    }

    // Each pair is named once, by the package that is first in order.
    private static IEnumerable<DiagnosticModel> Cycles(IReadOnlyList<ProtoFileModel> files)
    {
        var imports = files.ToDictionary(f => f.Package, f => f.Imports);
        foreach (var file in files)
        {
            if (file.Imports.FirstOrDefault(i => string.CompareOrdinal(file.Package, i) < 0 && Reaches(i, file.Package, [])) is { } other)
            {
                yield return DiagnosticModel.At(Descriptors.PackageCycle, null, file.Package, other);
            }
        }

        bool Reaches(string from, string to, HashSet<string> visited) => from == to
            || (visited.Add(from) && imports.TryGetValue(from, out var next) && next.Any(n => Reaches(n, to, visited)));
    }
}
